import { execFileSync, spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { cronOf, rhythmWords } from './job-rhythm.ts'
import { pingCommands } from './ping-commands.ts'
import { wholeCommands } from './whole-commands.ts'

const often = { periodSeconds: 600, schedule: null }
const url = 'https://belfry.example/ping/2f9b1c57-6f0a-4b60-9c0e-8a7d0c5f4e32'
const hostile = `https://belfry.example/a'b"c$HOME\`id\`%20\\d/ping/1`

const textOf = (key: string, of = url): string => pingCommands(of, often).find((one) => one.key === key)?.text ?? ''

/** The arguments that a shell makes of a command. */
const wordsOf = (command: string): string[] =>
  execFileSync('sh', ['-c', `set -- ${command}; for word do printf '%s\\n' "$word"; done`], { encoding: 'utf8' })
    .trimEnd()
    .split('\n')

it('an address stays one word of a shell, whatever is in it', () => {
  for (const address of [url, hostile]) {
    expect(wordsOf(textOf('curl', address)).at(-1)).toBe(address)
    // Cron takes the backslash before a percent sign away.
    const line = textOf('cron', address).replaceAll(String.raw`\%`, '%')
    expect(wordsOf(line.slice(line.indexOf('curl'))).at(-1)).toBe(address)
    const [, body = ''] = /--body (.*)/.exec(textOf('github', address)) ?? []
    expect(wordsOf(body)).toEqual([address])
  }
})

it('units, YAML and PowerShell quote an address in their ways', () => {
  expect(textOf('systemd', hostile)).toContain(
    String.raw`"https://belfry.example/a'b\"c$$HOME` + '`id`%%20' + String.raw`\\d/ping/1"`,
  )
  expect(textOf('powershell', hostile)).toContain(`-Uri 'https://belfry.example/a''b"c$HOME\`id\`%20\\d/ping/1'`)
  const [, value = ''] = /value: (.*)/.exec(textOf('kubernetes', hostile)) ?? []
  expect(JSON.parse(value)).toBe(hostile)
})

it('a workflow keeps the address as a secret', () => {
  const [first, ...others] = textOf('github').split('\n')
  expect(first).toContain(url)
  expect(others.join('\n')).not.toContain(url)
  expect(others.join('\n')).toContain('PING_URL: ${{ secrets.PING_URL }}')
})

it.each([
  [30, '* * * * *'],
  [60, '* * * * *'],
  [600, '*/10 * * * *'],
  [2_700, '*/30 * * * *'],
  [3_600, '0 * * * *'],
  [6 * 3_600, '0 */6 * * *'],
  [86_400, '0 2 * * *'],
  [7 * 86_400, '0 2 * * 1'],
])('a job every %i seconds has the schedule %s', (seconds, schedule) => {
  expect(cronOf(seconds)).toBe(schedule)
  expect(textOf('kubernetes')).toContain('schedule: "*/10 * * * *"')
})

const wholeOf = (key: string, of = url): string => wholeCommands(of, often).find((one) => one.key === key)?.text ?? ''

/** What a script calls curl with, where the job is `sh -c 'echo text; exit status'` instead. */
function callsOf(script: string, job: string): string[] {
  const curl = `curl() { for word do :; done; printf '%s\\n' "$word" >&2; [ "\${9-}" = @- ] && cat >&2; return 0; }`
  const text = `{ ${curl}\n${script.replaceAll('/path/to/job', job)}\n} 2>&1`
  return spawnSync('sh', ['-c', text], { encoding: 'utf8' }).stdout.trimEnd().split('\n')
}

it('the script sends its start, its exit status and the end of its output', () => {
  for (const address of [url, hostile])
    expect(callsOf(wholeOf('curl', address), `sh -c 'echo no space; exit 3'`)).toEqual([
      `${address}/start`,
      `${address}/3`,
      'no space',
    ])
})

it('the line of cron sends its start and its exit status', () => {
  const line = wholeOf('cron', hostile).replaceAll(String.raw`\%`, '%')
  expect(callsOf(line.slice(line.indexOf('curl')), 'false')).toEqual([`${hostile}/start`, `${hostile}/1`])
})

it('runs of workflows and pods are named, so that those that overlap are told apart', () => {
  expect(wholeOf('github').match(/\/(?:start|0|fail)\?rid=\$GITHUB_RUN_ID/g)).toHaveLength(3)
  expect(wholeOf('kubernetes')).toContain('"$PING_URL/$1?rid=$HOSTNAME"')
})

it('a schedule is said as each tool says it, with its time zone', () => {
  const by = (expression: string) => ({ periodSeconds: 86_400, schedule: { expression, timezone: 'Europe/Berlin' } })
  expect(rhythmWords(by('30 2 * * *'))).toEqual({
    cron: '30 2 * * *',
    timer: 'OnCalendar=*-*-* 02:30:00 Europe/Berlin',
    cronComment: '# The schedule is in Europe/Berlin.\n',
    zone: 'Europe/Berlin',
  })
  expect(rhythmWords(by('Mon..Fri 09:00')).timer).toBe('OnCalendar=Mon..Fri 09:00 Europe/Berlin')
  expect(rhythmWords(by('*/5 * * * 1-5')).timer).toContain('OnUnitActiveSec=')
  const job = pingCommands(url, by('30 2 * * *')).find(({ key }) => key === 'kubernetes')?.text
  expect(job).toContain('  schedule: "30 2 * * *"\n  timeZone: "Europe/Berlin"\n')
})
