import { expect, it } from 'vitest'
import { readTemplate } from './read-template.ts'

it('a template is parsed once, the empty one and one that cannot be read included', () => {
  for (const template of ['', 'Hello {{NAME}}', 'Hello {{NAME'])
    expect(readTemplate(template)).toBe(readTemplate(template))
})

it('what many templates leave in memory is bounded, and those used last are kept', () => {
  const templates = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => letter.repeat(900_000))
  const [first = ''] = templates
  const read = readTemplate(first)
  for (const template of templates) readTemplate(template)
  expect(readTemplate(first)).not.toBe(read)
  const last = templates.at(-1) ?? ''
  expect(readTemplate(last)).toBe(readTemplate(last))
})
