import { expect, test } from 'vitest'
import { brushAfterKey, slotsBetween } from './brush.ts'

const key = (name: string, shiftKey = false) => ({ key: name, shiftKey })

test('a drag selects all slots it touches, in either direction', () => {
  expect(slotsBetween(3, 7)).toEqual({ start: 3, end: 8 })
  expect(slotsBetween(7, 3)).toEqual({ start: 3, end: 8 })
  expect(slotsBetween(5, 5)).toEqual({ start: 5, end: 6 })
})

test('arrows select the last quarter first, then move it, and with Shift its end, never beyond the strip', () => {
  const first = brushAfterKey(null, key('ArrowLeft'), 60)
  expect(first).toEqual({ start: 45, end: 60 })
  expect(brushAfterKey({ start: 45, end: 60 }, key('ArrowRight'), 60)).toEqual({ start: 45, end: 60 })
  expect(brushAfterKey({ start: 45, end: 60 }, key('ArrowLeft'), 60)).toEqual({ start: 44, end: 59 })
  expect(brushAfterKey({ start: 0, end: 2 }, key('ArrowLeft'), 60)).toEqual({ start: 0, end: 2 })
  expect(brushAfterKey({ start: 10, end: 12 }, key('ArrowLeft', true), 60)).toEqual({ start: 10, end: 11 })
  expect(brushAfterKey({ start: 10, end: 11 }, key('ArrowLeft', true), 60)).toEqual({ start: 10, end: 11 })
  expect(brushAfterKey({ start: 10, end: 60 }, key('ArrowRight', true), 60)).toEqual({ start: 10, end: 60 })
})

test('Escape removes the selection, and other keys are left alone', () => {
  expect(brushAfterKey({ start: 1, end: 2 }, key('Escape'), 60)).toBeNull()
  expect(brushAfterKey({ start: 1, end: 2 }, key('a'), 60)).toBeUndefined()
})
