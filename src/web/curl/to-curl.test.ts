import { expect, it } from 'vitest'
import { parseCurl } from './parse-curl.ts'
import { curlOfRequest } from './to-curl.ts'

const pair = (key: string, value: string) => ({ key, value })

it('writes a command that is read as the same request', () => {
  const request = {
    method: 'PUT',
    url: 'https://shop.example/orders',
    headers: [pair('X-Team', "it's ours"), pair('Content-Type', 'application/json')],
    queryParameters: [pair('page', '2'), pair('q', 'a&b=ä')],
    body: '{"name": "O\'Brien"}\n',
    followRedirects: true,
    skipSSL: true,
    ipFamily: 'IPv6' as const,
  }
  const read = parseCurl(curlOfRequest(request))
  expect('request' in read && read.request).toMatchObject({
    ...request,
    headers: [pair('X-Team', "it's ours")],
    bodyType: 'JSON',
  })
})

it('says no method that curl uses anyway, no password, and the media type of a body once', () => {
  const plain = { url: 'https://shop.example/', headers: [] }
  expect(curlOfRequest({ ...plain, method: 'GET' })).toBe("curl 'https://shop.example/'")
  expect(curlOfRequest({ ...plain, method: 'HEAD' })).toContain('--head')
  const posted = curlOfRequest({ ...plain, method: 'POST', body: 'a=1', mediaType: 'text/plain', user: 'robot' })
  expect(posted).toBe(
    ["curl 'https://shop.example/'", "  -u 'robot'", "  -H 'Content-Type: text/plain'", "  --data-raw 'a=1'"].join(
      ' \\\n',
    ),
  )
})

it('keeps variables readable, and does not let a name end its word', () => {
  const command = curlOfRequest({
    method: 'GET',
    url: 'https://shop.example/?a=1',
    headers: [pair("X'; rm -rf ~; '", '1')],
    queryParameters: [pair('token', '{{TOKEN}}-x y')],
  })
  expect(command).toContain("?a=1&token={{TOKEN}}-x%20y'")
  expect(command).toContain(String.raw`-H 'X'\''; rm -rf ~; '\'': 1'`)
})
