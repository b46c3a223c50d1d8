/** The charts of the dashboard, in a lazily loaded file because their library is large. */
import '@mantine/charts/styles.css';
import { BarChart, DonutChart } from '@mantine/charts';

interface ArrivalsPictureProps {
  data: { month: string; count: number }[];
  label: string;
  number: (value: number) => string;
}

export function ArrivalsPicture({ data, label, number }: ArrivalsPictureProps) {
  return (
    <BarChart
      h="100%"
      data={data}
      dataKey="month"
      series={[{ name: 'count', label, color: 'var(--chart-granted)' }]}
      valueFormatter={number}
      tickLine="none"
      gridAxis="x"
      maxBarWidth={36}
      barChartProps={{ accessibilityLayer: false }}
      barProps={{ radius: [6, 6, 0, 0], isAnimationActive: false }}
      yAxisProps={{ width: 44, allowDecimals: false, tickFormatter: number }}
      xAxisProps={{ interval: 'preserveStartEnd' }}
    />
  );
}

interface StatusPictureProps {
  data: { name: string; value: number; color: string }[];
  size: number;
  number: (value: number) => string;
}

export function StatusPicture({ data, size, number }: StatusPictureProps) {
  return (
    <DonutChart
      size={size}
      thickness={26}
      paddingAngle={data.some(({ value }) => value > 0) ? 2 : 0}
      data={data}
      valueFormatter={number}
      pieProps={{ isAnimationActive: false, rootTabIndex: -1 }}
      pieChartProps={{ accessibilityLayer: false }}
      withLabelsLine={false}
    />
  );
}
