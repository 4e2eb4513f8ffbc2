import { html } from '../html.ts'
import type { Page } from '../page.ts'
import { standardTheme } from '../theme.ts'
import { dashboardStylesheets } from './dashboard-page.ts'

/** The page of a private dashboard without a key: it reveals nothing of the dashboard. */
export const lockedPage = (path: string, { isKeyWrong }: { readonly isKeyWrong: boolean }): Page => ({
  title: 'Private dashboard',
  theme: standardTheme,
  stylesheets: dashboardStylesheets,
  isUnlisted: true,
  body: html`<main class="notice">
    <h1>Private dashboard</h1>
    <p>Enter a dashboard key to open it.</p>
    <form class="key-form" method="post" action="${path}">
      <label for="key">Key</label>
      <input
        id="key"
        name="key"
        type="password"
        autocomplete="current-password"
        required
        maxlength="200"
        ${isKeyWrong && html`aria-invalid="true" aria-describedby="wrong"`}
      />
      ${isKeyWrong && html`<p class="wrong" id="wrong" role="alert">This key is not valid for this dashboard.</p>`}
      <button type="submit">Open</button>
    </form>
  </main>`,
})
