/** The prefix of the keys under which the tab stores drafts. */
export const draftPrefix = 'belfry.draft.'
const personKey = 'belfry.person'

/** Nobody else finds in this tab what somebody wrote before signing out. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(draftPrefix)) sessionStorage.removeItem(key)
}

/** Who signs in again after their session ended finds their drafts; another person does not. */
export function forgetDraftsOfOthers(userId: string): void {
  if ((sessionStorage.getItem(personKey) ?? userId) !== userId) forgetDrafts()
  sessionStorage.setItem(personKey, userId)
}
