// What the page finds in the browser besides the browser's own.

interface Window {
  Plotly: import("../../rankviz/browser/explore/chart/figure.d.ts").Plotly;
  rankvizPlotly?: Promise<import("../../rankviz/browser/explore/chart/figure.d.ts").Plotly>;
  rankvizTab?: true;
}
