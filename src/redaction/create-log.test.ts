import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { expect, it } from 'vitest'

const module = new URL('./create-log.ts', import.meta.url).href
/** Writes more lines than fit into the buffers, waits for their failure, writes again, and ends by itself. */
const program = `
  const { createLog } = await import(${JSON.stringify(module)})
  const log = createLog('info')
  for (let round = 0; round < 20; round += 1) {
    log.info({ padding: 'x'.repeat(20_000) }, 'A line')
    await new Promise((resolve) => setImmediate(resolve))
  }
  await new Promise((resolve) => setTimeout(resolve, 100))
  log.info({}, 'Another')
  process.stderr.write('still here')
`

it.skipIf(!existsSync('/dev/full'))('a log on a full disk neither ends nor blocks the process', async () => {
  const full = await open('/dev/full', 'w')
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', full.fd, 'pipe'],
  })
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const code = await new Promise((resolve) => child.once('close', resolve))
  await full.close()
  expect({ code, said }).toEqual({ code: 0, said: 'still here' })
})
