/** Texts about projects of code. */
export const projects = {
  deployedFrom: 'Deployed from project',
  commit: (id: string) => `commit ${id}`,
  overwrites: 'The next deployment overwrites what you change here. Change it in the code as well.',
}
