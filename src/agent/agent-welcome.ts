import type { AgentFeature } from '#contract'
import { ownVersion } from '#contract'
import type { AgentFacts } from './start-agent.ts'

const minOffsetMs = 1_000

/** The first lines of an agent: where it runs, with what, and what it cannot do and why. */
export function agentWelcomeText({ welcome, capabilities, wall, healthPort, clockOffsetMs }: AgentFacts): string {
  const { location, serverVersion, isOutdated } = welcome
  const { features } = capabilities
  const can = features.filter(({ isAvailable }) => isAvailable).map(({ name }) => name)
  const lines = [
    `Belfry agent ${ownVersion} serves the ${location.kind} location ${location.name} (${location.code}).`,
    `Can do: ${[...can, ...capabilities.runtimes.map((id) => `runtime ${id}`)].join(', ') || 'nothing besides the network'}.`,
    `Isolation of scripts: ${wall.level ?? 'none, scripts do not run'}.`,
    ...features.filter(({ isAvailable }) => !isAvailable).map(missingLine),
    ...(isOutdated ? [`The server has version ${serverVersion}: install it here, too.`] : []),
    ...(Math.abs(clockOffsetMs) > minOffsetMs ? [offsetLine(clockOffsetMs)] : []),
    `Health probes on port ${healthPort}. Waiting for runs.`,
  ]
  return `${lines.join('\n')}\n`
}

const missingLine = ({ name, detail }: AgentFeature): string => `Cannot do ${name}: ${detail}`

const offsetLine = (offsetMs: number): string =>
  `The clock of this machine differs from the server's by ${Math.round(offsetMs / 1_000)} s; the times of runs are corrected.`
