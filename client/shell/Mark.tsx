/** The product's logo. */
export const Mark = ({ size = 24 }: { size?: number }) => (
  <svg className="mark" width={size} height={size} viewBox="0 0 24 24" aria-hidden>
    <rect width="24" height="24" rx="6" fill="var(--accent)" />
    <circle cx="8" cy="12" r="2.4" fill="#fff" />
    <rect x="12" y="10.6" width="7" height="2.8" rx="1.4" fill="#fff" />
  </svg>
)
