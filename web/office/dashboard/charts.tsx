/** The charts of the dashboard: bars by month, and a ring of shares. Screen readers read the table below them. */
import { Tooltip } from '@mantine/core';
import styles from './charts.module.css';

interface BarsProps {
  data: { name: string; value: number }[];
  number: (value: number) => string;
}

export function Bars({ data, number }: BarsProps) {
  const step = stepFor(Math.max(...data.map(({ value }) => value)));
  const steps = Math.max(1, ...data.map(({ value }) => Math.ceil(value / step)));
  const lines = Array.from({ length: steps + 1 }, (_, at) => (steps - at) * step);
  return (
    <div className={styles.bars}>
      <ul className={styles.scale}>
        {lines.map((line) => (
          <li key={line}>{number(line)}</li>
        ))}
      </ul>
      <ul className={styles.months} style={{ backgroundSize: `100% ${100 / steps}%` }}>
        {data.map(({ name, value }) => (
          <Tooltip key={name} label={`${name}: ${number(value)}`}>
            <li>
              <span className={styles.bar} style={{ height: `${(value / (steps * step)) * 100}%` }} />
              <span className={styles.month}>{name}</span>
            </li>
          </Tooltip>
        ))}
      </ul>
    </div>
  );
}

/** The distance between the at most five lines behind the bars: 1, 2 or 5 times a power of ten. */
function stepFor(most: number): number {
  const size = 10 ** Math.max(0, Math.ceil(Math.log10(most / 50)));
  return [1, 2, 5, 10].map((times) => times * size).find((step) => step * 5 >= most) ?? size * 10;
}

const radius = 41;
/** In percent of the ring, between two shares. */
const gap = 0.6;

interface RingProps {
  data: { name: string; value: number; color: string }[];
  size: number;
  number: (value: number) => string;
}

export function Ring({ data, size, number }: RingProps) {
  const total = data.reduce((sum, { value }) => sum + value, 0);
  const shares = data.filter(({ value }) => value > 0);
  const between = shares.length > 1 ? gap : 0;
  let before = 0;
  return (
    <svg className={styles.ring} aria-hidden="true" width={size} height={size} viewBox="0 0 100 100">
      {total === 0 && <circle cx="50" cy="50" r={radius} />}
      {shares.map(({ name, value, color }) => {
        const share = (value / total) * 100;
        const start = before;
        before += share;
        return (
          <Tooltip.Floating key={name} label={`${name}: ${number(value)}`}>
            <circle
              cx="50"
              cy="50"
              r={radius}
              pathLength="100"
              strokeDasharray={`${Math.max(share - between, 0.2)} 100`}
              strokeDashoffset={-start}
              style={{ stroke: color }}
            />
          </Tooltip.Floating>
        );
      })}
    </svg>
  );
}
