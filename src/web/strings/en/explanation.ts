/** How a state or an alert came about. */
export const explanation = {
  title: {
    FAILING: 'Why it is failing',
    DEGRADED: 'Why it is degraded',
    PASSING: 'The last change of state',
  },
  follows: 'What happens next',
  why: 'How this was decided',
  openResult: 'Open result',
}
