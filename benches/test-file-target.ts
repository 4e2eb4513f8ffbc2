import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const page = `<!doctype html><title>Shop</title><link rel="stylesheet" href="/style.css"><h1>Welcome</h1>
<button onclick="document.title='Clicked'">Buy</button><script src="/script.js"></script>`

const answers: Readonly<Record<string, readonly [status: number, type: string, body: string]>> = {
  '/': [200, 'text/html', page],
  '/style.css': [200, 'text/css', 'h1 { color: #246 }'],
  '/script.js': [200, 'text/javascript', `fetch('/orders/7').then((answer) => answer.json())`],
  '/orders': [201, 'application/json', '{"id":7}'],
  '/orders/7': [200, 'application/json', '{"id":7,"state":"placed"}'],
}

/** A small shop on the loopback of this machine. */
export async function startTestFileTarget(): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer((request, response) => {
    const [status, type, body] = answers[request.url ?? ''] ?? [404, 'text/plain', '']
    response.writeHead(status, { 'content-type': type }).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}
