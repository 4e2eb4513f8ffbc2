/** The bell in its tower. */
export const Logo = ({ size = 18 }: { readonly size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 18 18"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d="M3 16.5V8a6 6 0 0 1 12 0v8.5M1.5 16.5h15" />
    <path d="M6.2 11.5c.9-.8 1-2 1-3a1.8 1.8 0 0 1 3.6 0c0 1 .1 2.2 1 3z" fill="currentColor" stroke="none" />
    <path d="M9 5v1.5M9 12.2v1.3" />
  </svg>
)
