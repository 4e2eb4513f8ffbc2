import { expect, it } from 'vitest'
import { localeOf } from './language.ts'

it.each([
  [['fr-FR', 'en-US', 'en'], 'en', 'en-US'],
  [['de-AT'], 'de', 'de-AT'],
  [['de-AT'], 'en', 'en-GB'],
  [['en-US@posix'], 'en', 'en-GB'],
  [['en-US@posix', 'en-CA'], 'en', 'en-CA'],
  [[], 'de', 'de-DE'],
] as const)('a browser with %j shows %s numbers and dates by %s', (tags, language, locale) => {
  expect(localeOf(tags, language)).toBe(locale)
})
