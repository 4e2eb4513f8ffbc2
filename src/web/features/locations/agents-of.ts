import type { Location } from './api.ts'

/** The connected agents, each with its version. */
export const agentsOf = ({ runningAgents = [] }: Pick<Location, 'runningAgents'>) =>
  runningAgents.flatMap(({ version, isOutdated, agents }) => agents.map((agent) => ({ ...agent, version, isOutdated })))
