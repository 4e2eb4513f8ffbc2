import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInLanguages, modelOf } from './page-languages.ts'
import { readPageLanguages } from './read-page-languages.ts'
import { translate } from './translate.ts'
import { writeTemplate } from './write-template.ts'

const [english] = builtInLanguages

describe('the texts of a language', () => {
  it('choose the plural form by the rules of the language, and write numbers as it does', () => {
    const others = { one: '{count} usługa', few: '{count} usługi', many: '{count} usług', other: '{count} usługi' }
    const { texts, problems } = translate('pl', { headline: { others } })
    expect(problems).toEqual([])
    expect([1, 3, 5, 12_345].map((count) => texts.headline.others({ count }))).toEqual([
      '1 usługa',
      '3 usługi',
      '5 usług',
      '12\u00a0345 usług',
    ])
  })

  it('are English where they are missing, by English rules, and those of the product in its languages', () => {
    const { texts, missing } = translate('ja', { history: '履歴' })
    expect([texts.history, texts.status]).toEqual(['履歴', english.status])
    expect(texts.headline.down({ names: 'Orders', count: 1 })).toBe('Orders is down')
    expect([missing.includes('history'), missing.includes('verify.done[1]')]).toEqual([false, true])
    expect(translate('de', { status: 'Lage' }, modelOf('de')).texts).toMatchObject({
      status: 'Lage',
      history: 'Verlauf',
    })
  })

  it('put values into places once, whatever the values say', () => {
    const { texts } = translate('fr', { affects: '{names} : touché' })
    expect(texts.affects({ names: '{names} $& {count}' })).toBe('{names} $& {count} : touché')
  })

  it.each([
    [{ histroy: 'x' }, 'histroy', /no such text/],
    [{ headline: { dwon: 'x' } }, 'headline.dwon', /no such text/],
    [{ history: 7 }, 'history', /has to be a text/],
    [{ history: '' }, 'history', /has to be a text/],
    [{ history: 'x'.repeat(1001) }, 'history', /1000 characters/],
    [{ history: 'a\u0000b' }, 'history', /cannot be displayed/],
    [{ history: '\ud800' }, 'history', /cannot be displayed/],
    [{ history: { one: 'x', other: 'y' } }, 'history', /depends on no count/],
    [{ history: 'Since {day}' }, 'history', /\{day\} does not exist here\.$/],
    [{ affects: 'Affects {name}' }, 'affects', /\{name\} does not exist here, but \{names\}/],
    [{ affects: 'Affects' }, 'affects', /\{names\} is missing/],
    [{ headline: { down: { one: '{names}' } } }, 'headline.down', /"other" is missing/],
    [{ headline: { down: { few: '{names}', other: '{names}' } } }, 'headline.down.few', /one, many, other/],
    [{ headline: { down: { one: 'x', other: '{names}' } } }, 'headline.down.one', /\{names\} is missing/],
    [{ headline: 'down' }, 'headline', /object with texts/],
    [{ verify: { done: 'yes' } }, 'verify.done', /list of 2/],
    [{ verify: { done: ['yes', 1] } }, 'verify.done[1]', /has to be a text/],
    [{ locale: 'not a locale' }, 'locale', /code of a language/],
    [[], '', /not an object/],
    [JSON.parse('{"__proto__":{"history":"x"}}'), '__proto__', /no such text/],
  ])('are never broken by what was written: %j', (given, key, problem) => {
    const { texts, problems } = translate('fr', given)
    expect(problems).toMatchObject([{ key, problem: expect.stringMatching(problem) }])
    expect(texts.history).toBe(english.history)
    expect(texts.affects({ names: 'Shop' })).toBe('Affects Shop')
    expect(texts.headline.down({ names: 'Shop', count: 1 })).toBe('Shop is down')
    expect(texts.verify.done).toHaveLength(2)
  })

  it('run from right to left in the scripts that do', () => {
    expect(['ar', 'he', 'uz-Arab', 'uz'].map((code) => translate(code, {}).texts.direction)).toEqual([
      'rtl',
      'rtl',
      'rtl',
      'ltr',
    ])
  })
})

describe('the template of a language', () => {
  it('has every text with the plural forms of the language, and is a translation without problems', () => {
    const template: object = JSON.parse(writeTemplate('pl'))
    expect(template).toMatchObject({ languageName: 'polski', headline: { down: { few: '{names} are down' } } })
    const { problems, missing } = translate('pl', template)
    expect([problems, missing]).toEqual([[], []])
  })
})

describe('files of languages', () => {
  let directory = ''
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'belfry-languages-'))
  })
  afterAll(() => rm(directory, { recursive: true }))

  it('add to the languages of the product, and are reported by name where they are broken', async () => {
    const files = {
      'pt-br.json': '{"history":"Histórico","nope":"x"}',
      'fr.json': '{',
      'français.json': '{}',
      'notes.txt': '',
    }
    for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text)
    const { languages, problems } = await readPageLanguages(directory)
    expect(languages.map(({ language, history }) => [language, history])).toEqual([
      ['en', 'History'],
      ['de', 'Verlauf'],
      ['pt-BR', 'Histórico'],
    ])
    expect(problems).toMatchObject([
      { file: 'fr.json', key: '', problem: expect.stringContaining('JSON') },
      { file: 'français.json', key: '', problem: expect.stringContaining('name of the file') },
      { file: 'pt-br.json', key: 'nope' },
    ])
  })

  it('leave the service with the languages of the product when there is no such directory', async () => {
    const { languages, problems } = await readPageLanguages(join(directory, 'missing'))
    expect(languages).toEqual(builtInLanguages)
    expect(problems).toMatchObject([{ file: '', problem: expect.stringContaining('ENOENT') }])
  })
})
