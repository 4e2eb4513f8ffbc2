import { expect, it } from 'vitest'
import { localNameOf, openUrl } from './open-url.ts'

const at = (hostname: string, port = '', protocol = 'http:') => ({ hostname, port, protocol })

it('a name below localhost opens from pages of the same machine alone, at their port', () => {
  const url = 'http://artifacts.localhost:3000/files/a/b.html'
  expect(openUrl(url, at('localhost', '3000'))).toBe(url)
  expect(openUrl(url, at('127.0.0.1', '8080'))).toBe('http://artifacts.localhost:8080/files/a/b.html')
  expect(openUrl(url, at('[::1]'))).toBe('http://artifacts.localhost/files/a/b.html')
  expect(openUrl(url, at('belfry.localhost', '3000'))).toBe(url)
  expect(openUrl(url, at('localhost', '', 'https:'))).toBe(url)
  for (const page of [at('belfry.example.com'), at('192.168.1.5', '3000'), at('localhost.example.com')]) {
    expect(openUrl(url, page)).toBeNull()
    expect(localNameOf(url, page)).toBe('artifacts.localhost')
  }
  expect(localNameOf(url, at('localhost', '3000'))).toBeNull()
})

it('a name that an operator set up opens from everywhere, and what browsers do not open nowhere', () => {
  const url = 'https://files.example.com/viewer/?trace=..%2Ffiles%2Fa%2Fb.zip'
  for (const page of [at('belfry.example.com', '', 'https:'), at('belfry.example.com'), at('localhost', '3000')])
    expect([openUrl(url, page), localNameOf(url, page)]).toEqual([url, null])
  expect([openUrl(null, at('localhost')), localNameOf(null, at('localhost'))]).toEqual([null, null])
})

it('a name below localhost that an operator set up keeps its port', () => {
  const url = 'https://files.belfry.localhost:8443/files/a/b.html'
  expect(openUrl(url, at('belfry.localhost', '', 'https:'))).toBe(url)
})
