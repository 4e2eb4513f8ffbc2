import { parseArgs } from 'node:util'
import { examineAgent, readAgentSettings } from '#agent'
import type { AgentFinding } from '#agent'
import { SystemClock } from '#kernel'
import { usages } from './usages.ts'

const marks = { fine: 'ok      ', warning: 'warning ', problem: 'PROBLEM ' } as const

/** Prints what keeps an agent with these settings from working here. Exit code 1 when something does. */
export async function agentDoctor(args: readonly string[]): Promise<number> {
  const json = wantsJson(args)
  if (json === null) return 2
  const findings = await examine()
  const isOk = findings.every(({ state }) => state !== 'problem')
  process.stdout.write(json ? `${JSON.stringify({ isOk, findings }, null, 2)}\n` : findings.map(textOf).join(''))
  return isOk ? 0 : 1
}

function wantsJson(args: readonly string[]): boolean | null {
  try {
    return parseArgs({ args: [...args], options: { json: { type: 'boolean' } } }).values.json ?? false
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usages.agent}`)
    return null
  }
}

async function examine(): Promise<readonly AgentFinding[]> {
  const read = readAgentSettings(process.env)
  if ('settings' in read) return examineAgent(read.settings, new SystemClock())
  return read.mistakes.map((found) => ({ subject: 'Settings', state: 'problem', found }))
}

const textOf = ({ subject, state, found, advice }: AgentFinding): string =>
  `${marks[state]}${subject.padEnd(10)}${found}\n${advice === undefined ? '' : `${' '.repeat(18)}→ ${advice}\n`}`
