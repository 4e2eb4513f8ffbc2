import { expect, it } from 'vitest'
import { unchangedStretches } from './unmap-program.ts'

const mapping = (range: string, permissions: string, path: string, anonymous: number): string =>
  [
    `${range} ${permissions} 00000000 fe:00 1234                             ${path}`,
    'Size:              10000 kB',
    `Anonymous:      ${String(anonymous).padStart(8)} kB`,
    'VmFlags: rd ex mr mw me sd',
  ].join('\n')

it('only what is of the program, may not be written and has no page of its own is unchanged', () => {
  const smaps = [
    mapping('00400000-01000000', 'r--p', '/opt/node 24/bin/node', 0),
    mapping('01000000-7ffff0000000', 'r-xp', '/opt/node 24/bin/node', 0),
    mapping('7ffff0000000-7ffff0001000', 'r--p', '/opt/node 24/bin/node', 12),
    mapping('7ffff0001000-7ffff0002000', 'rw-p', '/opt/node 24/bin/node', 0),
    mapping('7ffff0002000-7ffff0003000', 'r-xp', '/usr/lib/libc.so.6', 0),
    '7ffff0004000-7ffff0005000 rw-p 00000000 00:00 0',
    'Anonymous:             0 kB',
  ].join('\n')
  expect(unchangedStretches(smaps, '/opt/node 24/bin/node')).toEqual([
    { from: 0x400000n, length: 0xc00000n },
    { from: 0x1000000n, length: 0x7fffef000000n },
  ])
})
