import { expect, it } from 'vitest'
import { maskedConfig, restoredConfig } from './masked-config.ts'

const stored = {
  name: 'Hook',
  url: 'https://hook.example/in?token=SECRET',
  webhookSecret: 'SECRET',
  headers: [
    { key: 'Authorization', value: 'Bearer SECRET' },
    { key: 'x-team', value: 'shop' },
  ],
}
const shown = {
  name: 'Hook',
  url: 'https://hook.example/*********',
  webhookSecret: '*********',
  headers: [
    { key: 'Authorization', value: 'Bearer *********' },
    { key: 'x-team', value: 'shop' },
  ],
}

it('configs are shown without credentials, and addresses stay addresses', () => {
  expect(maskedConfig('WEBHOOK', stored)).toEqual(shown)
  const telegram = { url: 'https://api.telegram.org/bot1:SECRET/sendMessage' }
  expect(maskedConfig('WEBHOOK', telegram)).toEqual({ url: 'https://api.telegram.org/bot*********/sendMessage' })
})

it('what is sent back as it was shown is what is stored, and anything else is new', () => {
  expect(restoredConfig(shown, { type: 'WEBHOOK', stored })).toEqual(stored)
  const headers = [{ key: 'Authorization', value: 'Bearer NEW' }, shown.headers[0]]
  const given = { ...shown, url: 'https://other.example/*********', headers }
  expect(restoredConfig(given, { type: 'WEBHOOK', stored })).toEqual({
    ...stored,
    url: 'https://other.example/*********',
    headers: [{ key: 'Authorization', value: 'Bearer NEW' }, stored.headers[0]],
  })
})
