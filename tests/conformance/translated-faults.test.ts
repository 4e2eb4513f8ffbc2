import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { faults, operations } from '#contract'
import type { OperationRow } from '#contract'

const sourceOf = (file: string): string => readFileSync(new URL(`../../src/web/${file}`, import.meta.url), 'utf8')
const rows: Readonly<Record<string, OperationRow>> = operations
const messages: Readonly<Record<string, { readonly message: string }>> = faults

/** The operations that screens use: their compiler checks that each is one of the contract. */
const used = [...sourceOf('api/operations.ts').matchAll(/^ {2}(\w+): '\w+ [A-Z]+ \S+',$/gm)].map(([, id = '']) => id)
/** What is said in German, by code; its compiler checks the codes. */
const german = new Map(
  [...sourceOf('strings/de/faults.ts').matchAll(/^ {2}([A-Z_]+):\s+'(.*)',$/gm)].map(([, code = '', text = '']) => [
    code,
    text,
  ]),
)

it('every error that an operation of the interface declares is said in German too', () => {
  const declared = new Set(used.flatMap((id) => rows[id]?.faults ?? []))
  expect(declared.size).toBeGreaterThan(50)
  expect([...declared].filter((code) => !german.has(code)).toSorted()).toEqual([])
})

it('what is said in German keeps the details of a message that has nothing else', () => {
  const lost = [...german].filter(
    ([code, text]) => messages[code]?.message.endsWith('{problem}') && !text.endsWith(':'),
  )
  expect(lost).toEqual([])
  expect([...german].filter(([, text]) => !/[.:]$/.test(text))).toEqual([])
})
