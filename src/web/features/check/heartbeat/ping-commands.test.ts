import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { cronOf, pingCommands } from './ping-commands.ts'

const url = 'https://belfry.example/ping/2f9b1c57-6f0a-4b60-9c0e-8a7d0c5f4e32'
const hostile = `https://belfry.example/a'b"c$HOME\`id\`%20\\d/ping/1`

const textOf = (key: string, of = url): string => pingCommands(of, 600).find((one) => one.key === key)?.text ?? ''

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
