import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url))
const read = (file: string): string => readFileSync(pathOf(file), 'utf8')

/** Trust this file to trust the server certificates below. */
export const authorityFile = pathOf('authority.pem')

export const certificates = {
  authority: read('authority.pem'),
  server: { cert: read('server.pem'), key: read('server-key.pem') },
  wrongName: { cert: read('wrong-name.pem'), key: read('server-key.pem') },
  expired: { cert: read('expired.pem'), key: read('server-key.pem') },
  selfSigned: { cert: read('self-signed.pem'), key: read('server-key.pem') },
  client: { cert: read('client.pem'), key: read('client-key.pem') },
} as const
