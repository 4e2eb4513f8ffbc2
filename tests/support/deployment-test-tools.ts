import { validatePayload } from '#api'
import type { DeploymentTools } from '#deployments'
import { silentLog } from '#kernel'
import type { TestService } from './test-service.ts'

/** What a process of this service would deploy with. */
export const deploymentTestTools = ({ store, clock }: TestService): DeploymentTools => ({
  store,
  clock,
  log: silentLog,
  validate: validatePayload,
  publicUrl: 'https://belfry.example',
  allowances: undefined,
  isDropIn: false,
})
