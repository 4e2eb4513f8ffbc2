import { onModule } from './project.mjs'

const forbidden = ['vm', 'node:vm', 'vm2', 'isolated-vm']

/** `vm` and its relatives contain nothing: user code runs in a child process or not at all. */
export const sandboxes = {
  create(context) {
    return onModule((node, source) => {
      if (!forbidden.includes(source)) return
      context.report({ node, message: `'${source}' is no isolation; user code belongs into a child process` })
    })
  },
}
