import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { useServer } from '../support/test-server.ts'

const server = useServer()

/** A connection that has sent the head of a POST of a check. */
function sentHead(key: string, ...headers: readonly string[]) {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  const head = ['POST /v1/checks/api HTTP/1.1', 'host: x', `authorization: Bearer ${key}`, ...headers]
  socket.write([...head, 'content-type: application/json', 'expect: 100-continue', '', ''].join('\r\n'))
  return socket
}

it('a rejection that does not depend on the body is answered before any of it is sent', async () => {
  const account = await server.account()
  const socket = sentHead(await account.keyWithRole('READ_ONLY'), 'content-length: 5000000')
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  expect(answer).toMatch(/^HTTP\/1\.1 403 /)
  expect(answer.toLowerCase()).toContain('connection: close')
})

it('a client that waits for 100 Continue before it sends its body gets it, and then its response', async () => {
  const body = '{}'
  const socket = sentHead((await server.account()).key, 'connection: close', `content-length: ${body.length}`)
  let answer = ''
  for await (const chunk of socket) {
    if (answer === '') socket.write(body)
    answer += String(chunk)
  }
  expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /)
})
