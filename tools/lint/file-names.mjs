import { standing } from './project.mjs'

const drawers = ['utils', 'helpers', 'common', 'shared', 'misc', 'manager', 'base', 'core', 'types']

/** Files and folders are named after what they hold; these names fit anything and grow without bound. */
export const fileNames = {
  create(context) {
    const here = standing(context.filename)
    const drawer = here?.path.split('/').find((part) => drawers.includes(part.split('.')[0]))
    if (!drawer) return {}
    const message = `'${drawer}' says nothing about its content; name it after its main export`
    return { Program: (node) => context.report({ node, message }) }
  },
}
