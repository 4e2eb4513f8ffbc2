import { standing } from './project.mjs'

const bare = ['Error', 'TypeError', 'RangeError']
const free = ['contract', 'kernel']

/** An expected error of a request is a Fault, a failure of an outside system is data, and a bug is `invariant` of #kernel. */
export const faults = {
  create(context) {
    const here = standing(context.filename)
    if (!here?.room || here.isTest || free.includes(here.room)) return {}
    return {
      ThrowStatement: ({ argument }) => {
        const isError = argument?.type === 'NewExpression' || argument?.type === 'CallExpression'
        if (!isError || !bare.includes(argument.callee.name)) return
        const message = `throw a Fault, return the outcome as data, or use 'invariant' or 'unreachable' of #kernel`
        context.report({ node: argument, message })
      },
    }
  },
}
