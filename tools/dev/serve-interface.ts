import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createServer } from 'vite'
import { isScreenPath } from '#web-server'

/** Below it is what Vite serves, so that no file of the interface hides an operation of the service. */
const base = '/@interface/'
const root = join(import.meta.dirname, '../..')
/** Not the whole folder: by default it also holds the data, with the key of their secrets. */
const readable = ['src', 'node_modules'].map((name) => join(root, name))

/**
 * Serves the interface from its sources, with hot module replacement; everything else is answered by the service on the
 * other port. Rejects if the port is taken. Resolves to what ends it.
 */
export async function serveInterface(options: {
  readonly port: number
  readonly host: string
  readonly serverPort: number
}): Promise<() => Promise<void>> {
  const vite = await createServer({
    configFile: join(root, 'src/web/vite.config.ts'),
    configLoader: 'native',
    base,
    cacheDir: join(root, '.cache/vite'),
    clearScreen: false,
    logLevel: 'warn',
    server: {
      host: options.host,
      port: options.port,
      strictPort: true,
      fs: { allow: readable },
      proxy: {
        [`^(?!${base})`]: {
          target: `http://127.0.0.1:${options.serverPort}`,
          bypass: ({ url }) => (isScreenPath(new URL(url ?? '/', 'http://localhost').pathname) ? base : null),
          configure: (proxy) => proxy.on('error', (_error, _request, response) => sayStarting(response)),
        },
      },
    },
  })
  await vite.listen()
  return () => vite.close()
}

/** Between two starts nothing listens; the page asks again. */
function sayStarting(response: object): void {
  if (!isAnswer(response) || response.headersSent) return
  response.writeHead(503, { 'retry-after': '1', 'content-type': 'text/plain' })
  response.end('The server is starting.\n')
}

const isAnswer = (response: object): response is ServerResponse => 'writeHead' in response
