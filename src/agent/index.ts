// The composition root of an agent: settings, the runner over HTTP, health probes. Takes the environment. Returns a running
// agent that can be stopped. It has no database: what it needs of a run is in the task that it claims.
export { agentWelcomeText } from './agent-welcome.ts'
export { sendCrash } from './crash-report.ts'
export { examineAgent } from './doctor.ts'
export type { AgentFinding } from './doctor.ts'
export { agentSettingRows, readAgentSettings } from './settings.ts'
export type { AgentSettings } from './settings.ts'
export { AgentProblem, startAgent } from './start-agent.ts'
export type { RunningAgent } from './start-agent.ts'
export { createHttpRunnerPort } from './http-runner-port.ts'
export { AgentClient } from './agent-client.ts'
