import { expect, it } from 'vitest'
import { readAddresses } from './csv-addresses.ts'

it('one address of each line is taken, in whichever column, each once', () => {
  const text =
    '\u{feff}name,email\r\n"Robin","robin@mail.example"\nMara;mara@mail.example;x\tROBIN@mail.example\n\nRobin@Mail.example\n'
  expect(readAddresses(text)).toEqual({
    addresses: ['robin@mail.example', 'mara@mail.example'],
    repeated: 1,
    wrong: [],
  })
})

it('lines without an address are named, the first too unless it names columns', () => {
  expect(readAddresses('robin@\nmara@mail.example\nJonas').wrong).toEqual([
    { line: 1, text: 'robin@' },
    { line: 3, text: 'Jonas' },
  ])
  expect(readAddresses('nothing here').wrong).toEqual([{ line: 1, text: 'nothing here' }])
  expect(readAddresses('')).toEqual({ addresses: [], repeated: 0, wrong: [] })
})
