const forbidden = ['mock', 'doMock', 'unmock', 'doUnmock', 'hoisted']

/** Tests meet real modules: what varies (clock, log, runner port) is an argument. */
export const mocks = {
  create(context) {
    return {
      MemberExpression: (node) => {
        if (node.object.name !== 'vi' || !forbidden.includes(node.property.name)) return
        context.report({
          node,
          message: `vi.${node.property.name} replaces a module; pass a fake as an argument instead`,
        })
      },
    }
  },
}
