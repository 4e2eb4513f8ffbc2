import { expect, it } from 'vitest'
import { burdenedHostOf, readContact } from './contact.ts'

const hostLimited = (kind: 'webhook' | 'slack', address: string): string | null => {
  const contact = readContact(kind, (name) => (name === 'address' ? address : ''))
  if (contact === null) throw new Error(`${address} is no address`)
  return burdenedHostOf(contact)
}

it('what one host is sent is limited over all its ports, paths and spellings', () => {
  for (const address of ['https://shop.example/a', 'http://SHOP.example:8080/b?c', 'https://shop.example.:444/'])
    expect(hostLimited('webhook', address)).toBe('shop.example')
})

it('readers of one push service or of Slack do not use up the messages of others', () => {
  expect(hostLimited('slack', 'https://hooks.slack.com/services/T/B/x')).toBeNull()
  const keys = new Map([
    ['endpoint', 'https://fcm.googleapis.com/fcm/send/x'],
    ['p256dh', `BA${'a'.repeat(85)}`],
    ['auth', 'a'.repeat(22)],
  ])
  const browser = readContact('browser', (name) => keys.get(name) ?? '')
  expect(browser && burdenedHostOf(browser)).toBeNull()
  expect(hostLimited('slack', 'https://hooks.slack.com.attacker.example/x')).toBe('hooks.slack.com.attacker.example')
})
