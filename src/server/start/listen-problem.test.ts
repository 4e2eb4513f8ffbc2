import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { listenProblem } from './listen-problem.ts'
import { StartProblem } from './start-problem.ts'

const problemOf = (host: string, port: number): Promise<unknown> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(listenProblem(error, { host, port })))
    server.listen(port, host, () => server.close(() => resolve(null)))
  })

it('a port that is in use is reported with the setting that chooses another', async () => {
  const other = createServer()
  const port = await new Promise<number>((resolve) => {
    other.listen(0, '127.0.0.1', () => resolve(Number(Object(other.address()).port)))
  })
  const problem = await problemOf('127.0.0.1', port)
  await new Promise((resolve) => other.close(resolve))
  expect(problem).toBeInstanceOf(StartProblem)
  expect(String(problem)).toMatch(`Port ${port} is in use`)
  expect(String(problem)).toContain('PORT')
})

it.each(['192.0.2.1', 'no-such-host.invalid'])('HOST=%s is reported as no address of this machine', async (host) => {
  expect(String(await problemOf(host, 0))).toContain(`HOST is ${host}, which is not an address of this machine`)
})

it('other errors stay as they are', () => {
  const error = new Error('something else')
  expect(listenProblem(error, { host: '127.0.0.1', port: 1 })).toBe(error)
})
