import { expect, it } from 'vitest'
import { artifactsUrlOf, hasSameHost } from './artifacts-url.ts'

it.each([
  ['http://localhost:3000', 'http://artifacts.localhost:3000'],
  ['http://127.0.0.1:8080', 'http://artifacts.localhost:8080'],
  ['http://[::1]:3000/belfry', 'http://artifacts.localhost:3000/belfry'],
  ['https://belfry.example.com', null],
  ['http://192.168.1.5:3000', null],
  ['http://localhost.example.com', null],
])('of a service at %s files are opened at %s unless a setting names another URL', (publicUrl, expected) => {
  expect(artifactsUrlOf(null, publicUrl)).toBe(expected)
  expect(artifactsUrlOf('https://files.example.com', publicUrl)).toBe('https://files.example.com')
})

it('ports, paths and letter case make no other host name', () => {
  expect(hasSameHost('https://Belfry.example:8443/files', 'http://belfry.example')).toBe(true)
  expect(hasSameHost('https://files.belfry.example', 'https://belfry.example')).toBe(false)
})
