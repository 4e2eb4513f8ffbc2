import { expect, it } from 'vitest'
import { badgeTexts } from './badge-texts.ts'

const plain = { style: 'flat', theme: 'default', responseTime: false } as const

it('a badge is copied without parameters that are the default, and with those that are not', () => {
  expect(badgeTexts('https://b.example/x', 'Cart', plain).url).toBe('https://b.example/x')
  const { url, html } = badgeTexts('https://b.example/x', 'Cart', {
    style: 'social',
    theme: 'dark',
    responseTime: true,
  })
  expect(url).toBe('https://b.example/x?style=social&theme=dark&responseTime=true')
  expect(html).toContain('style=social&amp;theme=dark')
})

it('the name of a check is text in Markdown and in HTML, whatever it contains', () => {
  const { markdown, html } = badgeTexts('https://b.example/x', 'a](evil) "><script>', plain)
  expect(markdown).toBe(String.raw`![a\](evil) "><script>](https://b.example/x)`)
  expect(html).toBe('<img src="https://b.example/x" alt="a](evil) &quot;&gt;&lt;script&gt;">')
})
