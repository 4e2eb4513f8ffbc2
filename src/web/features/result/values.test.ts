import { expect, it } from 'vitest'
import { valuesOf } from './values.ts'

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
