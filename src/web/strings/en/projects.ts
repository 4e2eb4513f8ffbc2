/** Texts about projects of code. */
export const projects = {
  deployedFrom: 'Deployed from project',
  commit: (id: string) => `commit ${id}`,
  changedByHand: (fields: string) => `Changed by hand since the last deployment: ${fields}`,
  anything: 'the fields are not known, as an older version deployed it',
  values: 'Changed by hand',
  unsubscribed: 'alert channel subscription (deleted)',
  unassigned: 'private location (removed)',
  secret: 'a secret',
  anotherSecret: 'another secret',
  longText: 'a long text',
  anotherText: 'another text',
  nothing: '–',
  overwrites: 'The next deployment overwrites what you change here. Change it in the code as well.',
}
