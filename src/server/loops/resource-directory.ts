import type { DeploymentTools } from '#deployments'
import { hourMs } from '#kernel'
import type { ResourceDirectory } from '../resource-directory/resource-directory.ts'
import type { Loop } from './run-loop.ts'

const pendingMs = 2_000

/** Applies the directory of BELFRY_APPLY_DIR once; afterwards it has nothing to do. */
export const resourceDirectoryLoop = (directory: ResourceDirectory, tools: DeploymentTools): Loop => ({
  name: 'resource files',
  iteration: async () => {
    await directory.proceed(tools)
    return directory.status.state === 'pending' ? pendingMs : hourMs
  },
})
