import { SystemClock } from '#kernel'
import { examineInstallation } from '#server'
import type { Examined } from '#server'
import { settingsOrMistakes } from './settings.ts'

const marks = { fine: 'ok      ', warning: 'warning ', problem: 'PROBLEM ' } as const
const indent = ' '.repeat(18)

/** Prints problems and their remedies. Exit code 1 when a problem would keep the service from working. */
export async function doctor(): Promise<number> {
  const settings = settingsOrMistakes()
  if (settings === null) return 1
  let code = 0
  for await (const examined of examineInstallation(settings, new SystemClock())) {
    process.stdout.write(textOf(examined))
    if (examined.state === 'problem') code = 1
  }
  return code
}

const textOf = ({ title, state, found, details, advice }: Examined): string =>
  [
    `${marks[state]}${title.padEnd(10)}${found}`,
    ...details.map((detail) => `${indent}${detail}`),
    ...(advice === undefined ? [] : [`${indent}→ ${advice}`]),
    '',
  ].join('\n')
