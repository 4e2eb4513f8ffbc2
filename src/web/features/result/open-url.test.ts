import { expect, it } from 'vitest'
import { openUrl } from './open-url.ts'

const at = (hostname: string, port = '') => ({ hostname, port })

it('a name below localhost opens from pages of the same machine alone, at their port', () => {
  const url = 'http://artifacts.localhost:3000/files/a/b.html'
  expect(openUrl(url, at('localhost', '3000'))).toBe(url)
  expect(openUrl(url, at('127.0.0.1', '8080'))).toBe('http://artifacts.localhost:8080/files/a/b.html')
  expect(openUrl(url, at('[::1]'))).toBe('http://artifacts.localhost/files/a/b.html')
  expect(openUrl(url, at('belfry.example.com'))).toBeNull()
  expect(openUrl(url, at('192.168.1.5', '3000'))).toBeNull()
})

it('a name that an operator set up opens from everywhere, and what browsers do not open nowhere', () => {
  const url = 'https://files.example.com/viewer/?trace=..%2Ffiles%2Fa%2Fb.zip'
  expect(openUrl(url, at('belfry.example.com'))).toBe(url)
  expect(openUrl(null, at('localhost'))).toBeNull()
})
