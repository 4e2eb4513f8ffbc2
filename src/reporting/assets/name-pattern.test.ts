import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../../tests/support/any-character.ts'
import { namePattern } from './name-pattern.ts'

const fits = (glob: string, name: string): boolean => namePattern(glob)(name)

describe('a name pattern', () => {
  it.each([
    ['run.log', 'run.log', true],
    ['run.log', 'run.logs', false],
    ['run.log', 'runxlog', false],
    ['*.log', 'run.log', true],
    ['**', 'run.log', true],
    ['*.log', 'run.txt', false],
    ['r?n.log', 'run.log', true],
    ['r?n.log', 'rn.log', false],
    ['[rs]un.log', 'run.log', true],
    ['[!rs]un.log', 'run.log', false],
    ['[^a-q]un.log', 'run.log', true],
    ['[a-z]un.log', 'run.log', true],
    ['[z-a]un.log', 'zun.log', true],
    ['{run,body}.{log,txt}', 'body.txt', true],
    ['{run,body}.{log,txt}', 'run.bin', false],
    ['{*.txt,*.log}', 'run.log', true],
    ['run\\.log', 'run.log', true],
    ['\\*', '*', true],
    ['\\*', 'x', false],
    ['(a|b)', '(a|b)', true],
    ['(a|b)', 'a', false],
    ['[', '[', true],
    ['{a', '{a', true],
    ['💡?', '💡!', true],
    ['?', '💡', true],
    ['$', '$', true],
    ['\\', '\\', true],
  ])('%s on %s: %s', (glob, name, expected) => {
    expect(fits(glob, name)).toBe(expected)
  })

  it('accepts any string as a pattern', () => {
    const texts = fc.oneof(fc.string({ maxLength: 200, unit: anyCharacter }), fc.string({ maxLength: 200 }))
    const special = fc
      .array(fc.constantFrom(...'* ? [ ] { } ! ^ - \\ , . a'.split(' ')), { maxLength: 200 })
      .map((parts) => parts.join(''))
    const property = fc.property(fc.oneof(texts, special), (glob) => typeof fits(glob, 'run.log') === 'boolean')
    expect(() => fc.assert(property)).not.toThrow()
  })
})
