import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { Deadline } from '#egress'
import { SystemClock } from '#kernel'
import { pingOverProgram } from './ping-over-program.ts'
import { readPingOutput } from './ping-output.ts'

const folder = mkdtempSync(join(tmpdir(), 'ping-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function program(name: string, lines: readonly string[]): string {
  const path = join(folder, name)
  writeFileSync(path, ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 })
  return path
}

async function pingWith(programs: readonly string[], timeoutMs = 10_000) {
  const deadline = new Deadline(new SystemClock(), timeoutMs)
  const outcome = await pingOverProgram({ address: '192.0.2.1', family: 'IPv4', pingCount: 2 }, deadline, programs)
  deadline.close()
  return outcome
}

const iputils = `PING 192.0.2.1 (192.0.2.1) 56(84) bytes of data.
64 bytes from 192.0.2.1: icmp_seq=2 ttl=53 time=104 ms
64 bytes from 192.0.2.1: icmp_seq=2 ttl=53 time=210 ms (DUP!)

--- 192.0.2.1 ping statistics ---
2 packets transmitted, 1 received, +1 duplicates, 50% packet loss, time 524ms`
const busybox = `PING 192.0.2.1 (192.0.2.1): 56 data bytes
64 bytes from 192.0.2.1: seq=1 ttl=53 time=104.000 ms

--- 192.0.2.1 ping statistics ---
2 packets transmitted, 1 packets received, 50% packet loss`

it.each([
  ['iputils', iputils],
  ['busybox', busybox],
  ['inetutils', busybox.replace('seq=', 'icmp_seq=').replace('104.000', '104,000')],
])('reads the output of %s: its replies, and which packet was lost', (_, output) => {
  expect(readPingOutput(output, 'IPv4')).toEqual([
    { sequence: 0, type: -1, code: -1, success: false, rtt: null, ttl: null },
    { sequence: 1, type: 0, code: 0, success: true, rtt: 104, ttl: 53 },
  ])
})

it('takes output without statistics as no packet sent', () => {
  expect(readPingOutput('ping: unknown host', 'IPv4')).toBeNull()
})

it('hands the address over as the operand behind --, with no environment', async () => {
  const seen = join(folder, 'seen')
  const path = program('records', [
    `[ "$1" = -V ] || { printf '%s ' "$@"; echo; env; } > ${seen}`,
    `cat <<'END'\n${busybox}\nEND`,
  ])
  expect(await pingWith([join(folder, 'missing'), path])).toMatchObject({ failure: null, packets: [{}, { rtt: 104 }] })
  const [words, ...environment] = readFileSync(seen, 'utf8').trim().split('\n')
  expect(words).toMatch(/-c 2 -- 192\.0\.2\.1 $/)
  expect(environment.filter((line) => !/^(PWD|OLDPWD|SHLVL|_)=/.test(line))).toEqual([])
})

it('reports a missing and a forbidden program as the machine’s fault, with what to do', async () => {
  const forbidden = program('forbidden', ['echo "ping: socket: Operation not permitted" >&2', 'exit 2'])
  for (const path of [join(folder, 'missing'), forbidden]) {
    const { failure } = await pingWith([path])
    expect(failure).toMatchObject({ kind: 'permission', code: 'EPERM', isNetworkError: false })
    expect(failure?.message).toContain('ping_group_range')
  }
})

it('distinguishes a missing route from a lost packet', async () => {
  const path = program('routeless', ['echo "ping: connect: Network is unreachable" >&2', 'exit 2'])
  expect((await pingWith([path])).failure).toMatchObject({ kind: 'connect', code: 'ENETUNREACH' })
})

it('ends a program that does not end by itself', async () => {
  const path = program('endless', ['[ "$1" = -V ] && exit', "trap '' INT", 'while :; do :; done'])
  expect((await pingWith([path], 600)).failure).not.toBeNull()
})
