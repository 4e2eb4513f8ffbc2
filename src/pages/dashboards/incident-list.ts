import { html } from '../html.ts'
import type { Html } from '../html.ts'
import type { DashboardDocument } from './dashboard-document.ts'
import { timeText } from './labels.ts'

const wordOf = (constant: string): string => constant.charAt(0) + constant.slice(1).toLowerCase()

/** Open and recent incidents; empty when there are none. */
export function incidentList(incidents: DashboardDocument['incidents']): Html | null {
  if (incidents.length === 0) return null
  return html`<section class="incidents" aria-labelledby="incidents">
    <h2 id="incidents">Incidents</h2>
    ${incidents.map(
      (incident) =>
        html`<article class="incident card ${incident.impact.toLowerCase()} ${incident.isOver ? 'over' : 'open'}">
          <h3>${incident.name}</h3>
          <p class="muted">
            <span class="impact">${wordOf(incident.impact)}</span> · ${incident.isOver ? 'Resolved' : 'Ongoing'} · since
            <time datetime="${incident.startedAt}">${timeText(incident.startedAt)}</time>
            ${
              incident.stoppedAt !== null &&
              html`until <time datetime="${incident.stoppedAt}">${timeText(incident.stoppedAt)}</time>`
            }
          </p>
          <ol class="updates">
            ${incident.updates.map(
              ({ status, description, at }) =>
                html`<li>
                  <strong>${wordOf(status)}</strong>
                  <time class="muted" datetime="${at}">${timeText(at)}</time>
                  <p>${description}</p>
                </li>`,
            )}
          </ol>
        </article>`,
    )}
  </section>`
}
