import { expect, it } from 'vitest'
import { valuesOf, withoutPrefix } from './values.ts'

it('names every value by its path, and leaves out what is empty', () => {
  const detail = {
    hostname: 'example.com',
    port: 0,
    isOpen: false,
    none: null,
    empty: '',
    list: ['a', 'b'],
    nothing: [],
    rows: [{ key: 'x', inner: { deep: 1 } }],
  }
  expect(valuesOf(detail)).toEqual([
    { name: 'hostname', value: 'example.com' },
    { name: 'port', value: '0' },
    { name: 'isOpen', value: 'false' },
    { name: 'list', value: 'a, b' },
    { name: 'rows.1.key', value: 'x' },
    { name: 'rows.1.inner.deep', value: '1' },
  ])
})

it('names no more than a page can show', () => {
  expect(valuesOf(Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, index])))).toHaveLength(
    200,
  )
})

it('leaves out what all names begin with', () => {
  const named = (...names: readonly string[]) => names.map((name) => ({ name, value: '1' }))
  expect(withoutPrefix(named('request.a.x', 'request.a.y.z'))).toEqual({
    prefix: 'request.a',
    values: named('x', 'y.z'),
  })
  expect(withoutPrefix(named('request.a', 'request.b.c'))).toEqual({ prefix: 'request', values: named('a', 'b.c') })
  expect(withoutPrefix(named('request.url'))).toEqual({ prefix: 'request', values: named('url') })
  expect(withoutPrefix(named('a', 'b.c'))).toEqual({ prefix: '', values: named('a', 'b.c') })
  expect(withoutPrefix([])).toEqual({ prefix: '', values: [] })
})
