export function Logo() {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      <rect x="0" y="8" width="3" height="6" rx="0.5" fill="currentColor" />
      <rect x="5.5" y="4" width="3" height="10" rx="0.5" fill="currentColor" />
      <rect x="11" y="0" width="3" height="14" rx="0.5" fill="var(--accent)" />
    </svg>
  );
}
