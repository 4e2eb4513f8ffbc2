import { createServer } from 'node:http'
import type { OutgoingHttpHeaders } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { AddressInfo } from 'node:net'

// Answers with the most expensive bodies a target can send within our limits, one under each path.

const megabyte = 1024 * 1024
const json = { 'content-type': 'application/json' }
const text = { 'content-type': 'text/plain; charset=utf-8' }

const items = (item: string, bytes: number): Buffer =>
  Buffer.from(`[${Array.from({ length: Math.floor(bytes / (item.length + 1)) }, () => item).join(',')}]`)
const keys = (count: number): Buffer =>
  Buffer.from(`{${Array.from({ length: count }, (_, index) => `"k${index}":${index}`).join(',')}}`)
const html = '<html><body><p class="a">one &amp; two</p></body></html>\n'

const answers: Readonly<Record<string, readonly [OutgoingHttpHeaders, Buffer]>> = {
  '/objects': [json, items('{"x":1}', 10 * megabyte)],
  '/empties': [json, items('{}', 25 * megabyte - 16)],
  '/deep': [json, Buffer.from('['.repeat(5 * megabyte) + ']'.repeat(5 * megabyte))],
  '/keys': [json, keys(1_000_000)],
  '/small-objects': [json, items('{"x":[1,{"y":2}]}', 100_000)],
  '/small-deep': [json, Buffer.from('{"a":['.repeat(80) + '1,'.repeat(500) + '1' + ']}'.repeat(80))],
  '/strings': [json, items(`"${'a'.repeat(200)}"`, 10 * megabyte)],
  '/letters': [text, Buffer.alloc(10 * megabyte, 'a')],
  '/zeros': [text, Buffer.alloc(25 * megabyte - 1)],
  '/chinese': [
    { 'content-type': 'text/plain; charset=gb18030' },
    Buffer.alloc(25 * megabyte - 1, '\u00c4\u00e3', 'latin1'),
  ],
  '/html': [{ 'content-type': 'text/html' }, Buffer.from(html.repeat(Math.floor((10 * megabyte) / html.length)))],
  '/gzip': [{ ...json, 'content-encoding': 'gzip' }, gzipSync(items('{"x":1}', 24 * megabyte))],
  '/headers': [{ 'x-long': 'a'.repeat(60_000) }, Buffer.from('ok')],
}

const server = createServer((request, response) => {
  const [headers, body] = answers[request.url ?? ''] ?? [text, Buffer.from('ok')]
  response.writeHead(200, { ...headers, 'content-length': body.length }).end(body)
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('disconnect', () => process.exit(0))
