import type { AgentMode } from '../resources/agent-connection.ts'
import { allows } from './row.ts'
import type { Role } from './row.ts'

/** The role of an agent whose person or key has a role: it administers nothing, and only reads unless it acts. */
export function highestRoleOf(mode: AgentMode, role: Role): Role {
  if (mode !== 'ACT') return 'READ_ONLY'
  return allows(role, 'write') ? 'READ_WRITE' : role
}
