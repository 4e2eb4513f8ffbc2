import { dropInName, validatePayload } from '#api'
import type { DeploymentTools } from '#deployments'
import type { Parts } from '../parts.ts'

/** The parts of the service that deployments need. */
export const deploymentTools = ({ opened, clock, log, settings, publicUrl }: Parts): DeploymentTools => ({
  store: opened.store,
  clock,
  log,
  publicUrl,
  validate: validatePayload,
  allowances: settings.entitlements,
  isDropIn: settings.serviceName === dropInName,
})
