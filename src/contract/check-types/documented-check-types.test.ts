import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { checkTypeNames, descriptorOf } from '#contract'

const pageOf = (name: string): string =>
  readFileSync(new URL(`../../../docs/checks-${name}.md`, import.meta.url), 'utf8')

it.each(checkTypeNames())('the page of check type %s shows the example of its descriptor', (type) => {
  const { slug, example } = descriptorOf(type)
  const [, path, body = '{}'] = /```http\nPOST (\S+)\n\n([^]*?)```/.exec(pageOf(slug ?? type.toLowerCase())) ?? []
  expect(path).toBe(slug === null ? '/v1/checks' : `/v1/checks/${slug}`)
  expect(JSON.parse(body)).toEqual(slug === null ? { checkType: type, ...example } : example)
})

it.each(checkTypeNames())(
  'the sample of check type %s has what its descriptor says requests and answers have',
  (type) => {
    const { shapes, target, execution } = descriptorOf(type)
    const { request, answer } = shapes.sample
    expect(answer !== undefined).toBe(execution === 'wire')
    const reached: unknown = target?.path.reduce((part: unknown, name) => Reflect.get(Object(part), name), request)
    expect(typeof reached).toBe(target === null ? 'undefined' : 'string')
  },
)
