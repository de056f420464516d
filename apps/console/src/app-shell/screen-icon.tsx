/** Paths of each screen's icon, on a grid of 20 by 20. */
const lines = {
  '/': 'M3 11h5V3H3zM12 17h5V9h-5zM3 17h5v-2.5H3zM12 5.5h5V3h-5z',
  '/queues': 'M3 5.5 4.5 7 7 4M3 14l1.5 1.5 2.5-3M10 5.5h7M10 14h7',
  '/approvals': 'M7 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM1.5 16.5c.5-3 2.5-4.5 5.5-4.5s3.5.8 4.5 2M12.5 9l2 2 4-4.5',
  '/id-requests': 'M7.5 12.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.7 11.2 16.5 17M14 14.5l2-2',
  '/claims': 'M5 2.5h7l3.5 3.5v11.5H5zM12 2.5V6h3.5M7.5 10h5.5M7.5 13.5h5.5',
  '/members':
    'M7 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM1.5 17c.3-3.5 2.5-5.5 5.5-5.5s5.2 2 5.5 5.5M13 3.2a3 3 0 0 1 0 5.6M15 12c2 .7 3.3 2.5 3.5 5',
  '/clusters':
    'M5 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM15 9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8 17.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM7.5 5.5l5 .7M6 7.5l1.3 5M13.3 8.5 9.8 13',
  '/integrity': 'M10 2.5 16.5 5v5c0 4-2.7 6.5-6.5 7.5C6.2 16.5 3.5 14 3.5 10V5zM7 10l2.2 2.2L13.2 8',
  '/quality':
    'M10 16.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM10 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM10 1v3M10 16v3M1 10h3M16 10h3',
  '/rules':
    'M3 5.5h8M15 5.5h2M13 7.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM3 14.5h2M9 14.5h8M7 16.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  '/funds':
    'M10 2v16M14 5.5c-1-1.2-2.3-1.7-4-1.7-2.3 0-3.8 1.1-3.8 3 0 4.3 8 2 8 6.3 0 2-1.7 3.1-4.2 3.1-1.9 0-3.4-.6-4.3-2',
  '/allocations': 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15zM10 2.5V10l5.5 5M10 10l-6.8 3',
  '/reports': 'M3 17h14M5 14V9.5M10 14V3.5M15 14V7',
  '/disputes': 'M10 3v14M5 17h10M4 6h12M4 6l-2 5h4zM16 6l-2 5h4z',
  '/letters': 'M3 5h14v10H3zM3 5.5l7 5.5 7-5.5',
  '/letter-batches': 'M3 8h14v9H3zM3 8l2-4h10l2 4M8 11.5h4',
  '/returned': 'M7.5 3.5 4 7l3.5 3.5M4 7h8a4.5 4.5 0 0 1 0 9H6',
  '/bounces': 'M3 5h14v10H3zM3 5.5l7 5.5 7-5.5M13.5 18l4-4M13.5 14l4 4',
  '/exports': 'M10 3v9M6.5 8.5 10 12l3.5-3.5M3 13.5V17h14v-3.5',
  '/staff':
    'M3 5h14v11H3zM7.5 10.5a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM4.8 14c.2-1.5 1.2-2.3 2.7-2.3s2.5.8 2.7 2.3M12.5 8.5H15M12.5 12H15',
  '/access-log': 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 6v4.3l3 1.7',
} as const;

export type IconName = keyof typeof lines;

/** The icon is decorative: the label beside it has the same meaning. */
export function ScreenIcon({ name }: { readonly name: IconName }) {
  return (
    <svg className="screen-icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={lines[name]} />
    </svg>
  );
}
