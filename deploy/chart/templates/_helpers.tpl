{{- define "dealflow.labels" -}}
app.kubernetes.io/name: dealflow
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- /* What the pods of all programs have in common. */ -}}
{{- define "dealflow.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
{{- range . }}
  - name: {{ . | quote }}
{{- end }}
{{- end }}
{{- end }}

{{- /* Ends with its volumes, so that a pod can add more. */ -}}
{{- define "dealflow.container" -}}
image: {{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
envFrom:
  - secretRef: { name: {{ .Values.existingSecret | quote }} }
env:
  - { name: HOST, value: "0.0.0.0" }
  - { name: API_PORT, value: "4000" }
  - { name: DASHBOARD_PORT, value: "3000" }
  - { name: DATA_DIR, value: /data }
  - { name: API_INTERNAL_URL, value: {{ printf "http://%s-service:4000" .Release.Name | quote }} }
{{- range $name, $value := .Values.settings }}
  - { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  - { name: data, mountPath: /data }
{{- end }}

{{- /* Restart on /healthz, route on /readyz. A start may wait 15 minutes for a table that a migration needs. */ -}}
{{- define "dealflow.probes" -}}
startupProbe:
  httpGet: { path: /healthz, port: http }
  periodSeconds: 2
  timeoutSeconds: 5
  failureThreshold: 480
livenessProbe:
  httpGet: { path: /healthz, port: http }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 3
readinessProbe:
  httpGet: { path: /readyz, port: http }
  periodSeconds: 2
  timeoutSeconds: 5
  failureThreshold: 2
{{- end }}
