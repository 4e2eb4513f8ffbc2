import type { Answer } from '../../api/operations.ts'

/** The connected agents, each with its version. */
export const agentsOf = ({ runningAgents = [] }: Pick<Answer<'getPrivateLocation'>, 'runningAgents'>) =>
  runningAgents.flatMap(({ version, isOutdated, agents }) => agents.map((agent) => ({ ...agent, version, isOutdated })))
